import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './deployables.ts'

let folder: string

/** Records its calls. The first that begins with the text in `failing` fails. Each look at a job takes a line of `jobs`. */
const KUBECTL = `#!/bin/sh
cd "$(dirname "$0")"
echo "$*" >> calls
failing=$(cat failing)
case "$*" in "\${failing:-none}"*) : > failing; exit 1 ;; esac
case "$*" in "get job"*) head -n 1 jobs; sed -i 1d jobs ;; esac
`

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mms-roll-'))
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/kubectl'), KUBECTL)
  writeFileSync(join(folder, 'bin/failing'), '')
  writeFileSync(join(folder, 'bin/jobs'), '')
  chmodSync(join(folder, 'bin/kubectl'), 0o755)
  for (const name of ['roll', 'overlays'])
    cpSync(join(root, 'deploy/kubernetes', name), join(folder, name), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))

const roll = (...args: string[]) =>
  execFileSync(join(folder, 'roll'), args, {
    env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
    stdio: 'pipe',
  }).toString()
const overlay = (name: string) =>
  readFileSync(join(folder, 'overlays/production', name, 'kustomization.yaml'), 'utf8')
const calls = () => readFileSync(join(folder, 'bin/calls'), 'utf8').trim().split('\n')
/** What a rollout of one image asks for, by the first words. */
const STEPS = ['delete job', 'apply', 'get job', 'apply', 'rollout status']
const beginWith = (words: string[]) => words.map((each) => expect.stringMatching(`^${each} `))

test('writes the version of one deployable, and applies it and the settings alone', () => {
  const before = overlay('gateway')
  expect(roll('production', 'sales', '9.8.7')).toContain('sales runs 9.8.7 in mms-production')
  expect(overlay('sales')).toContain('newTag: 9.8.7')
  expect(overlay('gateway')).toBe(before)
  expect(calls()).toEqual(beginWith(STEPS))
  const all = `apply -k ${join(folder, 'overlays/production')} -l app.kubernetes.io/name in (settings, sales)`
  expect(calls().filter((call) => call.startsWith('apply'))).toEqual([
    `${all}, app.kubernetes.io/component!=server`,
    all,
  ])
})

test('waits for a migration for as long as it runs, and goes back when it fails', () => {
  writeFileSync(join(folder, 'bin/jobs'), 'sales-migrate  1\nsales-migrate  1\nsales-migrate Complete 0\n')
  roll('production', 'sales', '9.8.7')
  expect(calls()).toEqual(
    beginWith(['delete job', 'apply', ...Array(3).fill('get job'), 'apply', 'rollout status']),
  )
  writeFileSync(join(folder, 'bin/jobs'), 'sales-migrate FailureTarget Failed\n')
  expect(() => roll('production', 'sales', '9.9.0')).toThrow(/back to 9\.8\.7/)
  expect(calls().slice(7)).toEqual(beginWith(['delete job', 'apply', 'get job', ...STEPS]))
})

test('goes back when the pod of a migration never starts, and never while it runs', () => {
  writeFileSync(join(folder, 'bin/sleep'), '#!/bin/sh\n', { mode: 0o755 })
  writeFileSync(join(folder, 'bin/jobs'), `${'sales-migrate  1\n'.repeat(301)}sales-migrate Complete 0\n`)
  expect(roll('production', 'sales', '9.8.7')).toContain('sales runs 9.8.7')
  writeFileSync(join(folder, 'bin/jobs'), 'sales-migrate  0\n'.repeat(300))
  expect(() => roll('production', 'sales', '9.9.0')).toThrow(/back to 9\.8\.7/)
})

test('the shell is rolled with the pods of the gateway, whose version stays', () => {
  const [gateway] = /name: mms\/gateway[^-]+/.exec(overlay('gateway')) ?? []
  roll('production', 'shell', '9.8.7')
  expect(overlay('gateway')).toContain(gateway)
  expect(overlay('gateway')).toMatch(/name: mms\/shell\n.*\n +newTag: 9\.8\.7/)
})

test('an area is rolled twice: the files of both builds first, then its pages', () => {
  roll('production', 'mf-sales', '9.8.7')
  expect(calls()).toHaveLength(10)
  roll('production', 'mf-sales', '9.8.7-files')
  expect(calls()).toHaveLength(15)
  expect(overlay('mf-sales')).toContain('newTag: 9.8.7-files')
})

test.each(['delete', 'apply', 'get', 'rollout status'])('goes back when kubectl %s fails', (step) => {
  const before = overlay('sales')
  writeFileSync(join(folder, 'bin/failing'), step)
  expect(() => roll('production', 'sales', '9.8.7')).toThrow(/back to 0\.\d\.0/)
  expect(overlay('sales')).toBe(before)
  expect(calls().slice(-5)).toEqual(beginWith(STEPS))
})

test('refuses what it does not know', () => {
  expect(() => roll('production', 'purchases', '1.0.0')).toThrow(/There is no/)
  expect(() => roll('production')).toThrow(/roll CLUSTER NAME VERSION/)
})
