import { type Db, sql } from '../../storage/database/database.ts'

export type OauthRecord = {
  model: string
  idHash: Buffer
  uidHash: Buffer | null
  grantId: string | null
  userId: string | null
  clientId: string | null
  encryptedPayload: Buffer
  expiresAt: Date
}

export type StoredRecord = { encryptedPayload: Buffer; consumedAt: Date | null }

/** Writes a record. A consumed one stays consumed. */
export async function saveRecord(db: Db, record: OauthRecord): Promise<void> {
  await db.run(sql`
    insert into oauth_records (model, id_hash, uid_hash, grant_id, user_id, client_id, encrypted_payload, expires_at)
    values (${record.model}, ${record.idHash}, ${record.uidHash}, ${record.grantId}, ${record.userId},
      ${record.clientId}, ${record.encryptedPayload}, ${record.expiresAt})
    on conflict (model, id_hash) do update
    set uid_hash = excluded.uid_hash, grant_id = excluded.grant_id, user_id = excluded.user_id,
      client_id = excluded.client_id, encrypted_payload = excluded.encrypted_payload, expires_at = excluded.expires_at`)
}

const selectUnexpired = (model: string, now: Date) => sql`
  select encrypted_payload, consumed_at
  from oauth_records
  where model = ${model} and expires_at > ${now}`

export async function findRecord(
  db: Db,
  model: string,
  idHash: Buffer,
  now: Date,
): Promise<StoredRecord | undefined> {
  return db.first<StoredRecord>(sql`${selectUnexpired(model, now)} and id_hash = ${idHash}`)
}

export async function findRecordByUid(
  db: Db,
  model: string,
  uidHash: Buffer,
  now: Date,
): Promise<StoredRecord | undefined> {
  return db.first<StoredRecord>(sql`${selectUnexpired(model, now)} and uid_hash = ${uidHash}`)
}

/** Spends a code or a refresh token; of concurrent tries one succeeds. */
export async function consumeRecord(db: Db, model: string, idHash: Buffer, now: Date): Promise<boolean> {
  const consumed = await db.run(sql`
    update oauth_records
    set consumed_at = ${now}
    where model = ${model} and id_hash = ${idHash} and consumed_at is null and expires_at > ${now}`)
  return consumed === 1
}

export async function findGrantOfRecord(
  db: Db,
  model: string,
  idHash: Buffer,
): Promise<string | null | undefined> {
  const row = await db.first<{ grantId: string | null }>(sql`
    select grant_id
    from oauth_records
    where model = ${model} and id_hash = ${idHash}`)
  return row?.grantId
}

export async function deleteRecord(db: Db, model: string, idHash: Buffer): Promise<void> {
  await db.run(sql`
    delete from oauth_records
    where model = ${model} and id_hash = ${idHash}`)
}
