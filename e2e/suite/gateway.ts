import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '@mms/service-kit/ports'
import { expect } from '@playwright/test'
import { type Suite, stopChild } from './suite.ts'

const root = resolve(import.meta.dirname, '../..')

/** Runs `npm run area -- …` on this list of areas. Returns its output. */
export async function runAreaCommand(areasFile: string, ...words: string[]): Promise<string> {
  const args = ['gateway/src/area-command/main.ts', ...words, '--file', areasFile]
  return (await promisify(execFile)(process.execPath, args, { cwd: root })).stdout
}

export interface Gateway {
  url: string
  areasFile: string
  /** Sets the folder or http origin of each area without a restart. */
  setAreas(sources: Record<string, string>): Promise<void>
  stop(): Promise<void>
}

/** Starts a gateway with the shell's build in `shell` and these areas. */
export async function startGateway(
  suite: Suite,
  shell: string,
  areas: Record<string, string>,
): Promise<Gateway> {
  const folder = await mkdtemp(join(tmpdir(), 'mms-gateway-'))
  const areasFile = join(folder, 'areas.json')
  const setAreas = (sources: Record<string, string>) => writeFile(areasFile, JSON.stringify(sources))
  await setAreas(areas)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['gateway/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: join(root, '.cache/compile/children'),
      HOST: '127.0.0.1',
      PORT: String(port),
      SHELL_DIR: shell,
      AREAS_FILE: areasFile,
      SERVICES_FILE: join(suite.dataDir, 'services.json'),
    },
    stdio: 'ignore',
  })
  const isReady = () =>
    fetch(`${url}/api/test`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { intervals: [50], timeout: 60_000 }).toBe(true)
  return {
    url,
    areasFile,
    setAreas,
    async stop() {
      await stopChild(child)
      await rm(folder, { recursive: true })
    },
  }
}
