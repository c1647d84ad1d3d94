type SwitchedOff = { id: string; url: string; reason: string; deliveredUpTo: bigint }

export const switchedOffMail = ({ id, url, reason, deliveredUpTo }: SwitchedOff) => ({
  subject: 'A webhook endpoint was switched off',
  text: `Your webhook endpoint ${url} is no longer told of events. ${reason}

Nothing is lost: it was told of every event up to number ${deliveredUpTo}. Mend the endpoint and enable it again (PATCH /api/v1/laas/webhooks/${id} with {"enabled": true}), and it goes on from there.
`,
})
