import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { cleanUp, temporaryFolder } from '../../test/support.ts'

const root = resolve(import.meta.dirname, '../../../..')
const INSTALLED = '/opt/medicine-suite'
const unit = readFileSync(join(root, 'deploy/local/systemd/medicine-suite.service'), 'utf8')
const valuesOf = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value)

afterEach(cleanUp)

test('the unit starts a program that is there, as a user without rights, with data in its own directory', () => {
  const [program = '', node, file = ''] = valuesOf('ExecStart')[0]?.split(' ') ?? []
  expect([program, node]).toEqual(['/usr/bin/env', 'node'])
  expect(valuesOf('WorkingDirectory')).toEqual([INSTALLED])
  expect(existsSync(join(root, file))).toBe(true)
  expect(valuesOf('User')).toEqual(['medicine-suite'])
  expect(valuesOf('Environment')).toContain(`DATA_DIR=/var/lib/${valuesOf('StateDirectory')[0]}`)
  expect(valuesOf('Environment')).toContain(`NODE_COMPILE_CACHE=/var/cache/${valuesOf('CacheDirectory')[0]}`)
  expect(valuesOf('NoNewPrivileges')).toEqual(['true'])
  expect(valuesOf('CapabilityBoundingSet')).toEqual([''])
  expect(valuesOf('WantedBy')).toEqual(['multi-user.target'])
})

const verify = ['systemd-analyze', 'verify'] as const
const hasSystemd = spawnSync(verify[0], ['--version']).status === 0

// Skipped without systemd.
for (const [program, word] of hasSystemd ? [verify] : []) {
  test(`${program} ${word} finds nothing wrong in the unit`, () => {
    const file = join(temporaryFolder(), 'medicine-suite.service')
    const complaints = (text: string) => {
      writeFileSync(file, text.replaceAll(INSTALLED, root))
      const { stderr } = spawnSync(program, [word, file], { encoding: 'utf8' })
      return stderr.split('\n').filter((line) => line.includes('medicine-suite.service'))
    }
    expect(complaints(unit)).toEqual([])
    expect(complaints(unit.replace('Restart=', 'Restarts='))).toHaveLength(1)
  })
}
