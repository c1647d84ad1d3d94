type DisabledEndpoint = { id: string; url: string; reason: string; deliveredUpTo: bigint }

export const endpointDisabledMail = ({ id, url, reason, deliveredUpTo }: DisabledEndpoint) => ({
  subject: 'A webhook endpoint was switched off',
  text: `Your webhook endpoint ${url} no longer receives events. ${reason}

Nothing is lost: every event up to number ${deliveredUpTo} was delivered. Fix the endpoint and enable it again (PATCH /api/v1/laas/webhooks/${id} with {"enabled": true}), and deliveries continue from there.
`,
})
