import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callerOf, identityKeys, ofEveryProgram } from '@mms/service-kit/test-support'
import { expect, onTestFinished, test } from 'vitest'

type Message = Record<'type' | 'email' | 'password' | 'port', string>

async function start(env: Record<string, string>) {
  const child = fork(join(import.meta.dirname, 'main.ts'), {
    env: { ...ofEveryProgram(), PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const messages: Message[] = []
  let output = ''
  child.on('message', (message) => messages.push(message as Message))
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  while (messages.at(-1)?.type !== 'ready') await once(child, 'message')
  const { post } = callerOf(`http://127.0.0.1:${messages.at(-1)?.port}`)
  const login = async (email?: string, password?: string) =>
    (await post('/api/auth/login', { body: { email, password } })).status
  return { child, messages, login, output: () => output }
}

test('tells its supervisor the first administrator once, and logs no password', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mms-identity-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = { ...identityKeys(), DATABASE_URL: `sqlite:${folder}/identity.sqlite` }
  const first = await start(env)
  const { type, email, password } = first.messages[0] as Message
  expect([type, email]).toEqual(['first-admin', 'admin@example.com'])
  expect(await first.login(email, password)).toBe(200)
  first.child.kill('SIGTERM')
  expect(await once(first.child, 'exit')).toEqual([0, null])
  expect(first.output()).toContain('listening')
  expect(first.output()).not.toContain(password)
  const second = await start(env)
  expect(second.messages.map((message) => message.type)).toEqual(['ready'])
  expect(await second.login(email, password)).toBe(200)
})
