import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../../..')
const INSTALLED = '/opt/medicine-suite'
const unit = readFileSync(join(root, 'deploy/local/systemd/medicine-suite.service'), 'utf8')
const valuesOf = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value)

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
