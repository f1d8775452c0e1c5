import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identityKeys, ofEveryProgram } from '@mms/service-kit/test-support'
import { afterEach, beforeEach, expect, test } from 'vitest'

interface Message {
  type: string
  port?: number
  email?: string
  password?: string
}

/** Long, because processes start twice and the machine may be busy. */
const SLOW = { timeout: 120_000 }

const keysOfTest = identityKeys()
let folder: string
const children: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mms-identity-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

function start(given: Record<string, string> = {}) {
  const env = {
    ...ofEveryProgram(),
    PORT: '0',
    DATABASE_URL: `sqlite:${folder}/identity.sqlite`,
    ...keysOfTest,
    ...given,
  }
  const child = fork(join(import.meta.dirname, 'main.ts'), { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  children.push(child)
  const messages: Message[] = []
  let output = ''
  child.on('message', (message) => messages.push(message as Message))
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  return { child, messages, output: () => output }
}

async function ready({ child, messages }: ReturnType<typeof start>): Promise<string> {
  while (!messages.some(({ type }) => type === 'ready')) await once(child, 'message')
  return `http://127.0.0.1:${messages.find(({ type }) => type === 'ready')?.port}`
}

const login = async (url: string, email: string, password: string) => {
  const body = JSON.stringify({ email, password })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })).status
}
const keysAt = async (url: string) => (await fetch(`${url}/.well-known/jwks.json`)).json()

test(
  'tells its supervisor the first administrator once, keeps key and data, and logs no password',
  SLOW,
  async () => {
    const first = start()
    const url = await ready(first)
    const told = first.messages.find(({ type }) => type === 'first-admin')
    expect(told).toEqual({ type: 'first-admin', email: 'admin@example.com', password: expect.any(String) })
    const password = told?.password as string
    expect(await login(url, 'admin@example.com', password)).toBe(200)
    const keys = await keysAt(url)
    first.child.kill('SIGTERM')
    expect(await once(first.child, 'exit')).toEqual([0, null])
    expect(first.output()).toContain('listening')
    expect(first.output()).not.toContain(password)

    const second = start()
    const again = await ready(second)
    expect(second.messages.map(({ type }) => type)).toEqual(['ready'])
    expect(await keysAt(again)).toEqual(keys)
    expect(await login(again, 'admin@example.com', password)).toBe(200)
  },
)
