import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/** Starts a program from its source text, and kills it after the test. `output`: all that it has written. */
export function spawnProgram(source: string, args: string[], env: NodeJS.ProcessEnv = process.env) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', source, ...args], {
    cwd: import.meta.dirname,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk))
  return {
    child,
    output: () => text,
    /** Origin of the program, once it listens. */
    async ready(): Promise<string> {
      const [message] = await once(child, 'message')
      return `http://127.0.0.1:${(message as { port: number }).port}`
    },
  }
}
