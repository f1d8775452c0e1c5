import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '@mms/service-kit/config'
import { generateHybridIdentity } from 'age-encryption'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packFolder, unpackBackup } from './archive.ts'

const manifest = { installation: 'a', release: '0.3.0', at: new Date(0).toISOString(), databases: [] }
const PIECE = 64 * 1024 + 16

let folder: string
let key: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mms-archive-'))
  key = await generateHybridIdentity()
})
afterEach(() => rmSync(folder, { recursive: true }))

async function pack(bytes: number) {
  const [from, file] = [join(folder, 'from'), join(folder, 'backup')]
  mkdirSync(from)
  const secret = randomBytes(bytes)
  writeFileSync(join(from, 'secret'), secret)
  await packFolder(from, file, key, manifest)
  return { file, secret, content: readFileSync(file) }
}

async function unpack(file: string, ours = key) {
  const to = join(mkdtempSync(join(folder, 'to-')), 'unpacked')
  return { ...(await unpackBackup(to, file, ours)), to }
}

async function refusal(file: string, ours = key): Promise<string> {
  const error = await unpack(file, ours).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartupError)
  return (error as Error).message
}

test('gives back what it was given, and shows none of it', async () => {
  const { file, secret, content } = await pack(3 * PIECE)
  const { to, names, manifest: found } = await unpack(file)
  expect(found).toEqual(manifest)
  expect(names).toEqual(['secret'])
  expect(readFileSync(join(to, 'secret')).equals(secret)).toBe(true)
  expect(content.indexOf(secret.subarray(0, 32))).toBe(-1)
  expect(await refusal(file, await generateHybridIdentity())).toMatch(/ was made with another key: /)
})

test('refuses a file that was cut or of which one bit was flipped, wherever', async () => {
  const { file, content } = await pack(2 * PIECE)
  const places = Array.from({ length: 40 }, (_, n) => Math.floor((n * content.length) / 40))
  const words =
    / (was made with another key|is no backup of this suite, or is damaged|is damaged: it was cut or changed)/
  for (const at of [...places, content.length - PIECE, content.length - 1]) {
    const changed = Buffer.from(content)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    writeFileSync(file, changed)
    expect(await refusal(file)).toMatch(words)
    writeFileSync(file, content)
    truncateSync(file, at)
    expect(await refusal(file)).toMatch(words)
  }
  writeFileSync(file, Buffer.concat([content, content.subarray(-PIECE)]))
  expect(await refusal(file)).toMatch(words)
})
