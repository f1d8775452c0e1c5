import { expect, test } from 'vitest'
import { compareLocks, type Lock } from './dependencies.ts'

const yesterday: Lock = {
  packages: {
    'services/sales': { dependencies: { '@mms/service-kit': '*', undici: '8.12.4' } },
    'services/sales/node_modules/undici': { version: '8.12.4' },
    'node_modules/undici': { version: '7.0.0' },
    'node_modules/@mms/service-kit': { link: true, resolved: 'packages/service-kit' },
    'packages/service-kit': { dependencies: { koa: '3.2.1' } },
    'node_modules/koa': { version: '3.2.1', dependencies: { debug: '^4.0.0' } },
    'node_modules/koa/node_modules/debug': { version: '4.4.0' },
    'node_modules/react': { version: '19.3.1' },
  },
}
const todayWith = (packages: Lock['packages']): Lock => ({ packages: { ...yesterday.packages, ...packages } })
const compare = (today: Lock) => compareLocks(yesterday, today, ['services/sales'])

test('what is the same today is there; what lies inside a workspace needs a way to it', () => {
  const react = { 'node_modules/react': { version: '20.0.0' } }
  expect(compare(todayWith(react))).toEqual({ missing: [], inside: ['services/sales/node_modules/undici'] })
})

test.each<[string, Lock['packages']]>([
  ['node_modules/koa@3.2.1', { 'node_modules/koa': { version: '3.3.0' } }],
  ['services/sales/node_modules/undici@8.12.4', { 'services/sales/node_modules/undici': {} }],
  ['node_modules/koa/node_modules/debug@4.4.0', { 'node_modules/koa/node_modules/debug': {} }],
])('%s is missing when today has another', (missing, packages) => {
  expect(compare(todayWith(packages)).missing).toEqual([missing])
})
