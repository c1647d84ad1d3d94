import { join, resolve } from 'node:path'
import { chooseDataFolder, SYSTEM_FOLDER } from '../server/src/storage/postgres/data-folder.ts'

type Options = { data: string | undefined; dataDir: string | undefined; systemFolder?: string }

/** Where the demo keeps its data: never in the data folder itself, which holds the ledger of `npm start`. */
export async function chooseDemoFolder({
  data,
  dataDir,
  systemFolder = SYSTEM_FOLDER,
}: Options): Promise<string> {
  const chosen = await chooseDataFolder({
    dataDir: resolve(data ?? join(dataDir || 'data', 'demo')),
    dataDirGiven: Boolean(data ?? dataDir),
    systemFolder: join(systemFolder, 'demo'),
    log: { info: console.log, warn: console.warn },
  })
  return chosen.dataDir
}
