import { Type } from 'typebox'
import { Nullable, OneOf, Timestamp } from '../../http/input/fields.ts'
import {
  MOMENTS_EXAMPLE,
  momentFields,
  momentFieldsOf,
  WALLET_EXAMPLE,
  walletFields,
  walletFieldsOf,
} from '../wallets/wallet-data.ts'
import {
  hasUnlinked,
  identifiedSnapshot,
  type MemberNow,
  type Membership,
  type MemberWithWallet,
  membershipSnapshot,
} from './membership.ts'

const UserData = Type.Object(
  { tag: Type.String(), fullname: Nullable(Type.String()), avatar: Nullable(Type.String()) },
  {
    schemaName: 'UserData',
    description: "What this partner's own record says about the user, or what the user consented to share.",
  },
)

export const MEMBERSHIP_EXAMPLE = {
  id: '0198c5b0-1d2e-7f3a-8b4c-5d6e7f8a9b0c',
  userId: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b',
  userData: { tag: 'ada', fullname: 'Ada Lovelace', avatar: null },
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
}

/** A membership, and the `user` of a points board entry. */
export const MembershipData = Type.Object(
  {
    id: Type.String({ description: "The membership's id." }),
    userId: Type.String({ description: "The user's id, which awards and transfers take." }),
    userData: Nullable(UserData),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  },
  { schemaName: 'Membership', examples: [MEMBERSHIP_EXAMPLE] },
)

export const WALLET_ID_EXAMPLE = '0198c5b0-1d2e-7f3a-8b4c-6e7f8a9b0c1d'

export const EXAMPLE_IDENTIFIED = { ...MEMBERSHIP_EXAMPLE, externalId: 'customer-42' }

/** A membership with the partner's own id of the user. */
export const IdentifiedData = Type.Object(
  {
    ...MembershipData.properties,
    externalId: Nullable(Type.String({ description: 'Your own id of the user; null when you gave none.' })),
  },
  { schemaName: 'IdentifiedMembership', examples: [EXAMPLE_IDENTIFIED] },
)

const MEMBER_EXAMPLE = {
  ...EXAMPLE_IDENTIFIED,
  email: 'ada@mail.example',
  hasAccount: true,
  leftAt: null,
  leftBy: null,
}

export const MemberData = Type.Object(
  {
    ...IdentifiedData.properties,
    email: Nullable(
      Type.String({
        description: 'As your record or the consent of the user gave it to you; null when unknown.',
      }),
    ),
    hasAccount: Type.Boolean({
      description: 'Whether the user has an account, or claimed the membership with one.',
    }),
    leftAt: Nullable(Timestamp({ description: 'When the user left; null for a member.' })),
    leftBy: Nullable(
      OneOf(['partner', 'user'], {
        schemaName: 'LeftBy',
        description:
          'Who ended the membership; null for a member. A user who unlinked from you is shown without `userData` and `email`.',
      }),
    ),
    wallet: Type.Object({ id: Type.String(), ...walletFields }, { schemaName: 'Wallet' }),
  },
  {
    schemaName: 'Member',
    examples: [
      {
        ...MEMBER_EXAMPLE,
        wallet: { id: WALLET_ID_EXAMPLE, ...WALLET_EXAMPLE },
      },
    ],
  },
)

/** A member whose wallet is that of the moment of reading. */
export const MemberNowData = Type.Object(
  {
    ...MemberData.properties,
    wallet: Type.Object(
      { id: Type.String(), ...walletFields, ...momentFields },
      { schemaName: 'WalletNow', description: 'Right at the moment of reading.' },
    ),
  },
  {
    schemaName: 'MemberNow',
    examples: [
      {
        ...MEMBER_EXAMPLE,
        wallet: { id: WALLET_ID_EXAMPLE, ...WALLET_EXAMPLE, ...MOMENTS_EXAMPLE },
      },
    ],
  },
)

/** The API shows a membership as its events store it. What only the API changes is changed here, never in the snapshot. */
export const membershipData = membershipSnapshot

/** The account pages promise users who unlink that the partner no longer sees their details. */
export const identifiedData = (membership: Membership) => ({
  ...identifiedSnapshot(membership),
  ...(hasUnlinked(membership) && { userData: null }),
})

export function memberData(member: MemberWithWallet) {
  return {
    ...identifiedData(member),
    email: hasUnlinked(member) ? null : member.email || null,
    hasAccount: member.accountId !== null,
    leftAt: member.leftAt?.toISOString() ?? null,
    leftBy: member.leftBy,
    wallet: { id: member.walletId, ...walletFieldsOf(member) },
  }
}

export function memberNowData(member: MemberNow) {
  const data = memberData(member)
  return { ...data, wallet: { ...data.wallet, ...momentFieldsOf(member) } }
}
