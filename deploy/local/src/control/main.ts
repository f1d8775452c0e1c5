import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import { main, StartupError } from '@mms/service-kit'
import { readConfig } from '../config.ts'
import { controlSocket } from './server.ts'

const USAGE = 'npm run service -- restart NAME|all, or npm run service -- status'

function pathOf([command, name, ...others]: string[]): string {
  const isRight =
    command === 'status' ? name === undefined : command === 'restart' && /^[a-z-]+$/.test(name ?? '')
  if (!isRight || others.length > 0) throw new StartupError(`Usage: ${USAGE}.`)
  return name === undefined ? `/${command}` : `/${command}/${name}`
}

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

/** Replaces a process of the suite that runs with this DATA_DIR, or prints what runs; exit code 1 if that failed. */
await main(async () => {
  const path = pathOf(process.argv.slice(2))
  const lines = createInterface({ input: await ask(readConfig().DATA_DIR, path) })
  let outcome = ''
  for await (const line of lines) {
    outcome = line
    if (line !== 'done' && line !== 'failed') process.stdout.write(`${line}\n`)
  }
  if (outcome !== 'done') process.exitCode = 1
})
