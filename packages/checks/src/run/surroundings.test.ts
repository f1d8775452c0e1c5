import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, it, vi } from 'vitest'
import { prepareSurroundings } from './surroundings.ts'

const TMPFS = 0x01021994

function prepared(given: Record<string, string | undefined>) {
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value)
  prepareSurroundings()
  const { TMPDIR, NODE_COMPILE_CACHE } = process.env
  vi.unstubAllEnvs()
  return { TMPDIR, NODE_COMPILE_CACHE }
}

it('leaves what is set', () => {
  const given = { TMPDIR: '/home/asha/tmp', NODE_COMPILE_CACHE: '/home/asha/compiled' }
  expect(prepared(given)).toEqual(given)
})

it('has temporary files in memory, or where they always are', () => {
  const { TMPDIR = '', NODE_COMPILE_CACHE } = prepared({ TMPDIR: undefined, NODE_COMPILE_CACHE: undefined })
  expect(TMPDIR === tmpdir() || statfsSync(TMPDIR).type === TMPFS).toBe(true)
  expect(NODE_COMPILE_CACHE).toMatch(/\.cache\/compile\/tests$/)
})
