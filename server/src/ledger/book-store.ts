import { sql, type Tx } from '../platform/database.ts'
import type { Movement, ScoreChange, Wallet } from './book.ts'

/** The wallets of those users who are members now. The ledger is locked, so nobody else changes them. */
export async function loadWallets(tx: Tx, partnerId: string, userIds: string[]): Promise<Wallet[]> {
  return tx.many<Wallet>(sql`
    select id, user_id as "userId", balance, points, returned, joined_no as "joinedNo"
    from wallets
    where partner_id = ${partnerId} and user_id = any(${userIds}::uuid[]) and on_boards`)
}

export async function insertMovements(tx: Tx, partnerId: string, movements: Movement[]): Promise<void> {
  await tx.run(sql`
    insert into movements (partner_id, id, kind, from_account, to_account, user_id, coins, created_at)
    select ${partnerId}, *
    from unnest(
      ${movements.map((movement) => movement.id)}::uuid[],
      ${movements.map((movement) => movement.kind)}::text[],
      ${movements.map((movement) => movement.from)}::uuid[],
      ${movements.map((movement) => movement.to)}::uuid[],
      ${movements.map((movement) => movement.userId)}::uuid[],
      ${movements.map((movement) => movement.coins)}::bigint[],
      ${movements.map((movement) => movement.at)}::timestamptz[])`)
}

export async function saveWallets(
  tx: Tx,
  partnerId: string,
  wallets: Wallet[],
  movements: Movement[],
): Promise<void> {
  const earners = new Set(
    movements.filter((movement) => movement.kind === 'award').map((movement) => movement.userId),
  )
  const returners = new Set(
    movements.filter((movement) => movement.kind === 'transfer').map((movement) => movement.userId),
  )
  await tx.run(sql`
    update wallets w
    set balance = c.balance, points = c.points, returned = c.returned,
      has_earned = w.has_earned or c.has_earned, has_returned = w.has_returned or c.has_returned,
      updated_at = ${movements.at(-1)?.at}
    from unnest(
      ${wallets.map((wallet) => wallet.userId)}::uuid[],
      ${wallets.map((wallet) => wallet.balance)}::bigint[],
      ${wallets.map((wallet) => wallet.points)}::bigint[],
      ${wallets.map((wallet) => wallet.returned)}::bigint[],
      ${wallets.map((wallet) => earners.has(wallet.userId))}::boolean[],
      ${wallets.map((wallet) => returners.has(wallet.userId))}::boolean[])
      as c (user_id, balance, points, returned, has_earned, has_returned)
    where w.partner_id = ${partnerId} and w.user_id = c.user_id`)
}

export async function saveScores(tx: Tx, partnerId: string, changes: ScoreChange[]): Promise<void> {
  await tx.run(sql`
    insert into monthly_scores as s (partner_id, month, user_id, earned, returned, has_earned, has_returned, joined_no, on_boards)
    select ${partnerId}, month, user_id, earned, returned, earned > 0, returned > 0, joined_no, true
    from unnest(
      ${changes.map((change) => change.month)}::date[],
      ${changes.map((change) => change.userId)}::uuid[],
      ${changes.map((change) => change.earned)}::bigint[],
      ${changes.map((change) => change.returned)}::bigint[],
      ${changes.map((change) => change.joinedNo)}::bigint[])
      as c (month, user_id, earned, returned, joined_no)
    on conflict (partner_id, month, user_id) do update
    set earned = s.earned + excluded.earned, returned = s.returned + excluded.returned,
      has_earned = s.has_earned or excluded.has_earned, has_returned = s.has_returned or excluded.has_returned`)
}
