import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import { StartupError } from '@mms/service-kit'
import { controlSocket, PAUSED } from './server.ts'

/** The request goes on until it is ended. */
function open(dataFolder: string, path: string): ClientRequest {
  const asking = request({ socketPath: controlSocket(dataFolder), path, method: 'POST' })
  asking.flushHeaders()
  // A suite that ends meanwhile is noticed by its answer.
  asking.on('error', () => {})
  return asking
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

/** Prints how it goes; exit code 1 if it failed. `onLine` keeps a line from being printed. */
async function follow(answer: IncomingMessage, onLine?: (line: string) => Promise<boolean>): Promise<void> {
  let outcome = ''
  const lines = createInterface({ input: answer })
  answer.once('close', () => lines.close())
  for await (const line of lines) {
    outcome = line
    if (await onLine?.(line)) continue
    if (line !== 'done' && line !== 'failed') process.stdout.write(`${line}\n`)
  }
  if (outcome !== 'done') process.exitCode = 1
}

/** Has the suite that runs with this data directory carry out a command, and prints how it goes; exit code 1 if it failed. */
export async function followCommand(dataFolder: string, path: string): Promise<void> {
  const asking = open(dataFolder, path).end()
  await follow(await answerTo(asking, dataFolder))
}

/**
 * Has the suite that runs with this data directory keep the process of a service down while `work` goes on, and start it again then,
 * as it does when this process dies. `assertPaused` throws when the suite has ended meanwhile.
 */
export async function whilePaused(
  dataFolder: string,
  service: string,
  work: (assertPaused: () => void) => Promise<void>,
): Promise<void> {
  const asking = open(dataFolder, `/pause/${service}`)
  const answer = await answerTo(asking, dataFolder)
  const assertPaused = () => {
    if (answer.destroyed) throw new StartupError('The suite has ended meanwhile: nothing was changed.')
  }
  let working: Promise<void> | undefined
  await follow(answer, async (line) => {
    if (line !== PAUSED) return false
    working = work(assertPaused)
    await working.catch(() => {})
    asking.end()
    return true
  })
  if (!working) throw new StartupError(`The suite did not pause ${service}.`)
  await working
}
