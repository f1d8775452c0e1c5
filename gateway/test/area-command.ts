import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import { manifestOf } from './manifest.ts'

const command = join(import.meta.dirname, '../src/area-command/main.ts')
export const script = 'assets/entry.0123456789abcdef.js'

export const hashOf = (content: string) => `sha256-${createHash('sha256').update(content).digest('base64')}`

/** Long enough that it is served compressed. */
export const scriptOf = (id: string) => `start('${id}')${' // a remark'.repeat(20)}`

/** Writes a build of sales that `npm run area` can publish. */
export async function writeBuild(dist: string, id: string, over: object = {}): Promise<void> {
  const content = scriptOf(id)
  const manifest = manifestOf('sales', {
    build: id,
    routes: ['/sales', '/sales/:id'],
    files: { container: 'mms_area_sales', entry: script, definition: [], parts: {} },
    integrity: { [script]: hashOf(content), 'mf-manifest.json': hashOf('{}') },
    ...over,
  })
  await mkdir(join(dist, 'assets'), { recursive: true })
  await writeFile(join(dist, 'area.json'), JSON.stringify(manifest))
  await writeFile(join(dist, script), content)
  await writeFile(join(dist, `${script}.br`), brotliCompressSync("alert('another script')"))
  await writeFile(join(dist, 'mf-manifest.json'), '{}')
  await writeFile(join(dist, 'assets/left.js'), 'of an earlier build')
}

/** Runs `npm run area -- …` as the user asha. */
export function startArea(words: string[], cwd: string, env: Record<string, string> = {}) {
  return spawn(process.execPath, [command, ...words, '--by', 'asha'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
    env: { ...process.env, ...env },
  })
}

export async function runArea(...given: Parameters<typeof startArea>) {
  const child = startArea(...given)
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ])
  return { code, out, error: error.trim() }
}
