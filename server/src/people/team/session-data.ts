import { Type } from 'typebox'
import { Nullable, Timestamp } from '../../http/input/fields.ts'
import type { Session } from '../../identity/accounts/session-store.ts'

export const SessionData = Type.Object(
  {
    id: Type.String(),
    current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
    address: Type.String({ description: 'The address of the last sign-in, refresh or use.' }),
    agent: Nullable(Type.String()),
    createdAt: Timestamp(),
    lastUsedAt: Timestamp(),
  },
  {
    schemaName: 'Session',
    examples: [
      {
        id: '0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55',
        current: true,
        address: '203.0.113.7',
        agent: 'Mozilla/5.0',
        createdAt: '2026-03-01T09:30:00.000Z',
        lastUsedAt: '2026-03-01T10:30:00.000Z',
      },
    ],
  },
)

export const sessionData = (session: Session, currentId: string) => ({
  id: session.id,
  current: session.id === currentId,
  address: session.address,
  agent: session.agent,
  createdAt: session.createdAt.toISOString(),
  lastUsedAt: session.lastUsedAt.toISOString(),
})
