import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Child } from '../process/child.ts'

export interface RunningUpdate {
  folder: string
  end: (failure: string | undefined) => Promise<void>
}

type Processes = ReadonlyMap<string, Child>

export const controlSocket = (dataFolder: string) => join(dataFolder, 'control.sock')

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

function statusOf([name, child]: [string, Child]): string {
  const running = child.running()
  return running
    ? `${name}: process ${running.pid} since ${running.since.toISOString()}`
    : `${name}: down, and started again`
}

/** Replaces a process and reports progress. If that fails, throws, and the old process continues. */
async function replace(name: string, child: Child, write: (line: string) => void): Promise<void> {
  const begun = performance.now()
  await child.replace(() => {
    const { pid } = child.running() ?? {}
    write(
      `${name}: process ${pid} is ready after ${seconds(performance.now() - begun)}; the old one finishes its requests.`,
    )
  })
  write(`${name}: the old one has ended, ${seconds(performance.now() - begun)} in all.`)
}

async function replaceAll(named: [string, Child][], write: (line: string) => void): Promise<boolean> {
  for (const [name, child] of named) {
    try {
      await replace(name, child, write)
    } catch (error) {
      const goesOn = child.running() ? 'the old process goes on' : 'it is down, and is started again'
      write(`${name} was not replaced, ${goesOn}: ${(error as Error).message}`)
      return false
    }
  }
  return true
}

/** Keeps the response open while the suite stops and the other release starts. */
function beginUpdate(folder: string, res: ServerResponse, update: (given: RunningUpdate) => void): void {
  res.write('The suite stops and the other release starts …\n')
  const end = async (failure: string | undefined) => {
    res.end(
      failure === undefined
        ? `The release in ${folder} runs.\ndone`
        : `${failure}\nThe release before it starts again.\nfailed`,
    )
    // The caller may have gone.
    await finished(res).catch(() => {})
  }
  update({ folder, end })
}

async function restart(processes: Processes, name: string, res: ServerResponse): Promise<void> {
  const write = (line: string) => void res.write(`${line}\n`)
  const named = [...processes].filter(([each]) => name === each || name === 'all')
  if (named.length === 0) write(`Unknown process ${name}. Choose ${[...processes.keys()].join(', ')} or all.`)
  res.end(named.length > 0 && (await replaceAll(named, write)) ? 'done' : 'failed')
}

interface ControlOptions {
  print: (line: string) => void
  update: (given: RunningUpdate) => void
  backUp: () => Promise<string | undefined>
}

/**
 * Accepts commands on a socket in the data directory, which only its owner can use: `/restart/sales`, `/restart/all`
 * (one after the other), `/update/FOLDER`, `/backup` and `/status`. Restarts and updates run one at a time. The suite
 * also runs without the socket, if its path is too long, for example.
 */
export async function openControl(
  dataFolder: string,
  processes: Processes,
  { print, update, backUp }: ControlOptions,
): Promise<void> {
  const file = controlSocket(dataFolder)
  let before = Promise.resolve()
  let isLeaving = false
  const leave = (given: RunningUpdate) => {
    isLeaving = true
    update(given)
  }
  const server = createServer((req, res) => {
    const [, command, name = ''] = (req.url ?? '').split('/')
    if (command === 'status') return res.end([...[...processes].map(statusOf), 'done'].join('\n'))
    if (command === 'backup')
      return void backUp().then((failure) => res.end(failure === undefined ? 'done' : `${failure}\nfailed`))
    before = before
      .then(() => {
        if (isLeaving) return void res.end('The suite goes over to another release: try again later.\nfailed')
        if (command === 'update') return beginUpdate(decodeURIComponent(name), res, leave)
        return restart(processes, name, res)
      })
      .catch(() => void res.destroy())
  })
  try {
    rmSync(file, { force: true })
    await once(server.listen(file), 'listening')
    chmodSync(file, 0o600)
  } catch (error) {
    print(`npm run service cannot reach this suite: ${(error as Error).message}.`)
  }
}
