import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Random } from '@mms/service-kit/random'
import { type RunningProcess, startProcesses } from '../bodies/processes.ts'
import { openDatabaseServer } from '../chaos/stage/database-server.ts'
import type { Config } from './config.ts'
import { type Description, readDescription } from './description.ts'
import { type Databases, openDatabases } from './digest.ts'
import { invite, type People } from './roles.ts'

/** The suite that the requests go to. */
export interface Stage {
  url: string
  processes: RunningProcess[]
  databases: Databases
  people: People
  description: Description
  close(): Promise<void>
}

async function signingKey(file: string) {
  const privateKey = createPrivateKey(await readFile(file))
  return {
    privateKey,
    publicPem: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
  }
}

export async function openStage({ database, bug }: Config, random: Random): Promise<Stage> {
  const server = await openDatabaseServer(database)
  const plant = new URL('./bugs/plant.ts', import.meta.url).href
  const processes = await startProcesses({
    databaseOf: (name) => server.create(name),
    env: { TRUST_PROXY: '1', ...(bug && { FUZZ_BUG: bug }) },
    preload: bug ? [plant] : [],
  })
  // The gateway that does not wait long for a body.
  const { url } = processes.impatient
  const databases = await openDatabases(processes.databases)
  return {
    url,
    processes: processes.all,
    databases,
    people: await invite(url, processes.admin, await signingKey(processes.signingKeyFile), random),
    description: await readDescription(url),
    async close() {
      await databases.close()
      await processes.close()
      await server.close()
    },
  }
}
