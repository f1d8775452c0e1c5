import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { waitUntilReady } from './suite.ts'

export interface DevelopmentServer {
  stop(): Promise<void>
}

/** Starts `npm run dev -w <frontEnd> -- …words` in `folder`. Resolves when the server is ready. */
export async function startDevelopmentServer(
  folder: string,
  frontEnd: string,
  ...words: string[]
): Promise<DevelopmentServer> {
  const child: ChildProcess = spawn(process.execPath, ['../packages/build/src/dev.ts', ...words], {
    cwd: join(folder, frontEnd),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  await waitUntilReady(child)
  return {
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
