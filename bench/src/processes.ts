import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

const children: ChildProcess[] = []

/** Starts a program of the suite and waits until it listens; answers its origin and process id. */
export async function startProgram(
  file: string,
  env: Record<string, string>,
): Promise<{ origin: string; pid: number }> {
  const path = join(root, file)
  const child = fork(path, {
    cwd: dirname(path),
    env: { PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  const died = once(child, 'exit').then(() => {
    throw new Error(`${file} did not start`)
  })
  const [message] = await Promise.race([once(child, 'message'), died])
  died.catch(() => {})
  return { origin: `http://127.0.0.1:${(message as { port: number }).port}`, pid: child.pid as number }
}

/** Ends every program started here, the youngest first. */
export async function stopPrograms(): Promise<void> {
  for (const child of children.reverse()) {
    if (child.exitCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  children.length = 0
}
