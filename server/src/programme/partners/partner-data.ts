import { Type } from 'typebox'
import { ECOSYSTEM_NAME, type Partner } from './partner.ts'

export const EcosystemPath = Type.Object({
  eco: Type.String({
    pattern: ECOSYSTEM_NAME.source,
    must: 'start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens',
    description: 'The partner ecosystem.',
    examples: ['acme-rewards'],
  }),
})

const EXAMPLE = {
  id: '0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55',
  applicationName: 'Acme Shop',
  clientId: '5f0c1e8d9a4b73260e1d4c8b7a695f3e2d1c0b9a8f7e6d5c4b3a291807f6e5d4',
  webRedirectUrl: 'https://shop.acme.example/callback',
  mobileRedirectUrl: 'com.acme.shop:/callback',
  partnerId: '0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0c',
  redirectUrl: 'https://shop.acme.example/callback',
  email: 'rewards@acme.example',
  partnerName: 'Acme',
  userDetailsUrl: 'https://shop.acme.example/laurel/users',
}

export const PartnerData = Type.Object(
  {
    id: Type.String({ description: "The application's id." }),
    applicationName: Type.String(),
    clientId: Type.String({ description: '64 hex digits.' }),
    webRedirectUrl: Type.String(),
    mobileRedirectUrl: Type.String(),
    partnerId: Type.String(),
    redirectUrl: Type.String(),
    email: Type.String(),
    partnerName: Type.String(),
    userDetailsUrl: Type.String(),
  },
  {
    schemaName: 'Partner',
    examples: [EXAMPLE],
  },
)

export const OwnPartnerData = Type.Object(
  {
    ...PartnerData.properties,
    publicClientId: Type.String({
      description: 'The client id for apps that cannot keep a secret: on a phone, or in a browser.',
    }),
    ecosystem: Type.String(),
    emailVerified: Type.Boolean({
      description:
        'Whether the mailed code was entered. Until then, in production, the partner cannot invite, create client secrets or register webhooks.',
    }),
    boardsPublic: Type.Boolean(),
  },
  {
    schemaName: 'OwnPartner',
    examples: [
      {
        ...EXAMPLE,
        publicClientId: 'b7a695f3e2d1c0b9a8f7e6d5c4b3a291807f6e5d45f0c1e8d9a4b73260e1d4c8',
        ecosystem: 'acme-rewards',
        emailVerified: true,
        boardsPublic: false,
      },
    ],
  },
)

/** Shows redirectUrl in place of a redirect address that was not given. */
export function partnerData(partner: Partner) {
  return {
    id: partner.applicationId,
    applicationName: partner.applicationName,
    clientId: partner.clientId,
    webRedirectUrl: partner.webRedirectUrl ?? partner.redirectUrl,
    mobileRedirectUrl: partner.mobileRedirectUrl ?? partner.redirectUrl,
    partnerId: partner.partnerId,
    redirectUrl: partner.redirectUrl,
    email: partner.email,
    partnerName: partner.partnerName,
    userDetailsUrl: partner.userDetailsUrl,
  }
}

export const ownPartnerData = (partner: Partner) => ({
  ...partnerData(partner),
  publicClientId: partner.publicClientId,
  ecosystem: partner.ecosystem,
  emailVerified: partner.emailVerified,
  boardsPublic: partner.boardsPublic,
})
