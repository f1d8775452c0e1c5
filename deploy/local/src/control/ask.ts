import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import { StartupError } from '@mms/service-kit'
import { controlSocket } from './server.ts'

function send(dataFolder: string, path: string): ClientRequest {
  const asking = request({ socketPath: controlSocket(dataFolder), path, method: 'POST' })
  // Ignored, because an answer that does not end with `done` already means a failure.
  return asking.on('error', () => {}).end()
}

async function answerTo(asking: ClientRequest, dataFolder: string): Promise<IncomingMessage> {
  try {
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    return answer
  } catch (cause) {
    throw new StartupError(
      `No suite runs with the data directory ${dataFolder}, or it is still starting, or another user's.`,
      {
        cause,
      },
    )
  }
}

async function follow(answer: IncomingMessage): Promise<void> {
  let outcome = ''
  const lines = createInterface({ input: answer })
  answer.once('close', () => lines.close())
  for await (const line of lines) {
    outcome = line
    if (line !== 'done' && line !== 'failed') process.stdout.write(`${line}\n`)
  }
  if (outcome !== 'done') process.exitCode = 1
}

/** Sends a command to the running suite and prints its progress. Exits with 1 on failure. */
export async function followCommand(dataFolder: string, path: string): Promise<void> {
  await follow(await answerTo(send(dataFolder, path), dataFolder))
}
