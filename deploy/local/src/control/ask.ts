import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import { StartupError } from '@mms/service-kit'
import { controlSocket } from './server.ts'

async function ask(dataFolder: string, path: string): Promise<IncomingMessage> {
  const asking = request({ socketPath: controlSocket(dataFolder), path, method: 'POST' }).end()
  try {
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    return answer
  } catch (cause) {
    throw new StartupError(`No suite runs with the data directory ${dataFolder}, or it is still starting.`, {
      cause,
    })
  }
}

/** Has the suite that runs with this data directory carry out a command, and prints how it goes; exit code 1 if it failed. */
export async function followCommand(dataFolder: string, path: string): Promise<void> {
  const lines = createInterface({ input: await ask(dataFolder, path) })
  let outcome = ''
  for await (const line of lines) {
    outcome = line
    if (line !== 'done' && line !== 'failed') process.stdout.write(`${line}\n`)
  }
  if (outcome !== 'done') process.exitCode = 1
}
