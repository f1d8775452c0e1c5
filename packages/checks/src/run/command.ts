import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../workspaces.ts'
import { resultOfProblems, type StepResult } from './run-steps.ts'

export interface CommandOptions {
  live?: boolean
  env?: Record<string, string>
}

/** Runs a program of `node_modules/.bin` or of the machine, in the root folder and without standard input. */
export async function runCommand(
  command: string,
  args: string[],
  { live = false, env = {} }: CommandOptions = {},
): Promise<{ code: number; output: string }> {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
  const output = live ? 'inherit' : 'pipe'
  const child = spawn(command, args, {
    cwd: root,
    // Output that we parse must not have colours, which some tools add with CI=true.
    env: { ...process.env, ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }), PATH: path, ...env },
    stdio: ['ignore', output, output],
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (signal !== null) chunks.push(Buffer.from(`\n${command} was ended by ${signal}`))
  return { code: code ?? 1, output: Buffer.concat(chunks).toString('utf8').trim() }
}

export async function checkCommand(command: string, args: string[]): Promise<StepResult> {
  const { code, output } = await runCommand(command, args)
  return resultOfProblems(code === 0 ? [] : [output || `${command} exited with ${code}`])
}
