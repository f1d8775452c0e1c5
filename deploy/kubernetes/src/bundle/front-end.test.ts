import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findDeployables } from '../deployables.ts'
import { missingBuilds } from './front-end.ts'

const repository = mkdtempSync(join(tmpdir(), 'mms-built-'))
afterAll(() => rmSync(repository, { recursive: true }))

test('front ends that are not built are named in one sentence, and services need no build', () => {
  const deployables = findDeployables().filter(({ name }) => ['shell', 'mf-sales', 'sales'].includes(name))
  for (const [folder, entry] of [
    ['shell', 'index.html'],
    ['mf-sales', 'area.json'],
  ] as const) {
    mkdirSync(join(repository, folder, 'dist'), { recursive: true })
    writeFileSync(join(repository, folder, 'dist', entry), '')
  }
  expect(missingBuilds(deployables, repository)).toBeUndefined()
  rmSync(join(repository, 'shell/dist/index.html'))
  rmSync(join(repository, 'mf-sales/dist'), { recursive: true })
  expect(missingBuilds(deployables, repository)).toBe('Not built: mf-sales, shell. Run npm run build first.')
})
