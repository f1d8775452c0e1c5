import { expect, test } from 'vitest'
import { isPrivateNetwork } from './open-network.ts'

test.each([
  ['127.0.0.1', undefined, true],
  ['127.0.1.1', 'http://localhost:5000', true],
  ['::1', undefined, true],
  ['localhost', undefined, true],
  ['0.0.0.0', undefined, false],
  ['::', 'http://pharmacy.example', false],
  ['192.168.1.5', undefined, false],
  ['127.0.0.1.example', undefined, false],
  ['0.0.0.0', 'https://pharmacy.example', true],
])('listening on %s with the origin %s is private: %s', (HOST, PUBLIC_ORIGIN, expected) => {
  expect(isPrivateNetwork({ HOST, PUBLIC_ORIGIN })).toBe(expected)
})
