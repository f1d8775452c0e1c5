import { main, StartupError } from '@mms/service-kit'
import { readConfig } from '../config.ts'
import { followCommand } from './ask.ts'

const USAGE = 'npm run service -- restart NAME|all, or npm run service -- status'

function pathOf([command, name, ...others]: string[]): string {
  const isRight =
    command === 'status' ? name === undefined : command === 'restart' && /^[a-z-]+$/.test(name ?? '')
  if (!isRight || others.length > 0) throw new StartupError(`Usage: ${USAGE}.`)
  return name === undefined ? `/${command}` : `/${command}/${name}`
}

/** Restarts a process of the running suite, or prints the suite's status. Exits with 1 on failure. */
await main(async () => {
  const path = pathOf(process.argv.slice(2))
  await followCommand(readConfig().DATA_DIR, path)
})
