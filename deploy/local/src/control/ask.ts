import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import { StartupError } from '@mms/service-kit'
import { controlSocket } from './server.ts'

/** Sends a command to the running suite and prints its progress. Exits with 1 on failure. */
export async function followCommand(dataFolder: string, path: string): Promise<void> {
  const asking = request({ socketPath: controlSocket(dataFolder), path, method: 'POST' })
  // Ignored, because an answer that does not end with `done` already means a failure.
  asking.on('error', () => {}).end()
  const [answer] = (await once(asking, 'response').catch((cause: unknown) => {
    const words = `No suite runs with the data directory ${dataFolder}, or it is still starting, or another user's.`
    throw new StartupError(words, { cause })
  })) as [IncomingMessage]
  let outcome = ''
  const lines = createInterface({ input: answer })
  answer.once('close', () => lines.close())
  for await (const line of lines) {
    outcome = line
    if (line !== 'done' && line !== 'failed') process.stdout.write(`${line}\n`)
  }
  if (outcome !== 'done') process.exitCode = 1
}
