import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findFreePort } from '@mms/service-kit/ports'
import { ofEveryProgram } from '@mms/service-kit/test-support'

export interface RunningSuite {
  url: string
  pid: number
  output(): string
  /** Process ids by name (`till`) or program folder (`gateway`, `services/inventory`). */
  children(): Map<string, number>
  kill(signal: NodeJS.Signals): void
  ended: Promise<number | null>
}

export const admin = { email: 'owner@pharmacy.test', password: 'a long enough password' }
/** Settings that create `admin`. */
export const asAdmin = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }

const suites: { child: ChildProcess; children: () => Map<string, number> }[] = []
const folders: string[] = []

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mms-local-'))
  folders.push(folder)
  return folder
}

export const settings = async (more: Record<string, string> = {}) => ({
  PORT: String(await findFreePort()),
  DATA_DIR: temporaryFolder(),
  ...more,
})

/** Closes the connection, because a replaced gateway would wait for an idle one. */
export function signIn(url: string, person: { email: string; password: string }): Promise<Response> {
  return fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(person),
  })
}

/** Changes the generated password. Returns the person with the new one. */
export async function choosePassword<Person extends { email: string; password: string }>(
  url: string,
  person: Person,
): Promise<Person> {
  const { token } = (await (await signIn(url, person)).json()) as { token: string }
  const password = `${person.password}, changed`
  const answer = await fetch(`${url}/api/auth/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ currentPassword: person.password, newPassword: password }),
  })
  if (!answer.ok) throw new Error(`The password was not changed: ${answer.status} ${await answer.text()}`)
  return { ...person, password }
}

/** Signs in and returns the status of the list of medicines. */
export async function medicines(url: string, person: { email: string; password: string }): Promise<number> {
  const { token } = (await (await signIn(url, person)).json()) as { token: string }
  return (await fetch(`${url}/api/medicines`, { headers: { authorization: `Bearer ${token}` } })).status
}

/** Runs a program, given by its path or below `src`, with the suite's settings. */
export async function runProgram(program: string, args: string[], env: Record<string, string | undefined>) {
  const file = resolve(import.meta.dirname, '../src', program)
  const child = spawn(process.execPath, [file, ...args], { env: { ...ofEveryProgram(), ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}

const readProc = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** A zombie process does not count as running. */
export function isRunning(pid: number): boolean {
  const state = readProc(`/proc/${pid}/stat`).split(') ').at(-1)?.[0]
  return state !== undefined && state !== 'Z'
}

const PROGRAM = /one-process\/main\.ts\0(\w+)|(gateway|services\/\w+)\/src\/main\.ts/

export function childrenOf(pid: number): Map<string, number> {
  const ids = globSync(`/proc/${pid}/task/*/children`).flatMap((file) =>
    readProc(file).split(' ').filter(Boolean),
  )
  const programs = ids.map((id) => {
    const command = readProc(`/proc/${id}/cmdline`)
    const [, shared, program] = PROGRAM.exec(command) ?? []
    return [shared ?? program ?? id, Number(id)] as const
  })
  return new Map(programs)
}

export const direct = [process.execPath, join(import.meta.dirname, '../start.js')] as const
/** One process per service. */
export const separate = [...direct, '--separate'] as const
export const byNpm = ['npm', 'start'] as const

/** Starts the suite in a process group of its own, as a terminal does. */
export function startSuite(
  env: Record<string, string>,
  command: readonly [string, ...string[]] = direct,
): RunningSuite {
  const [program, ...args] = command
  const child = spawn(program, args, {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...ofEveryProgram(), HOME: process.env.HOME, LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const pid = child.pid as number
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const children = () => childrenOf(pid)
  suites.push({ child, children })
  return {
    url: `http://127.0.0.1:${env.PORT}`,
    pid,
    output: () => output,
    children,
    kill: (signal) => void child.kill(signal),
    ended: once(child, 'close').then(([code]) => code as number | null),
  }
}

/** Resolves when the suite is ready. Fails with its output if it ends first. */
export async function untilReady(suite: RunningSuite): Promise<RunningSuite> {
  let ended = false
  void suite.ended.then(() => {
    ended = true
  })
  while (!suite.output().includes('Ready: http://')) {
    if (ended) throw new Error(suite.output())
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return suite
}

/** Ends all processes and removes all folders that tests made. */
export async function cleanUp(): Promise<void> {
  for (const { child, children } of suites.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const pids = [...children().values()]
    child.kill('SIGKILL')
    await once(child, 'exit')
    for (const pid of pids) if (isRunning(pid)) process.kill(pid, 'SIGKILL')
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}
