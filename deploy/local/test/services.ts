import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findFreePorts } from '@mms/service-kit/ports'
import type { LocalConfig } from '../src/config.ts'
import { databaseOf, planServices, portsFile, prepareDatabases } from '../src/plan/plan.ts'
import { openDataFolder } from '../src/setup/data-folder.ts'
import { serviceNames } from '../src/setup/service-list.ts'
import { asAdmin, temporaryFolder } from './support.ts'

const root = resolve(import.meta.dirname, '../../..')

const children: ChildProcess[] = []

export function endServices(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL')
}

/** Requests to services at their addresses. */
export const callsTo = (urlOf: (service: string) => string) => ({
  request(service: string, method: string, path: string, body?: object, token?: string) {
    return fetch(urlOf(service) + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  },
  /** Returns the body of a response. Throws if it failed. */
  async call(service: string, method: string, path: string, body?: object, token?: string) {
    const answer = await this.request(service, method, path, body, token)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json() as Promise<{ _id: string; token: string }>
  },
})

/** Plans a suite's services without gateway and front ends. */
export async function planSuite(databaseUrl: string | undefined, dataFolder = temporaryFolder()) {
  const config: LocalConfig = {
    PORT: 1,
    HOST: '127.0.0.1',
    DATA_DIR: dataFolder,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'error',
    BACKUP_HOURS: 24,
    BACKUP_KEEP: 14,
    ...asAdmin,
  }
  const context = { root, config, data: openDataFolder(config.DATA_DIR) }
  await prepareDatabases(context)
  const ports = await findFreePorts(serviceNames.length)
  writeFileSync(portsFile(dataFolder), JSON.stringify(ports))
  const plans = await planServices(context, ports)
  const urlOf = (name: string) => `http://127.0.0.1:${ports[serviceNames.indexOf(name)]}`
  const running = new Map<string, ChildProcess>()
  return {
    config,
    env: { DATA_DIR: config.DATA_DIR, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    databaseUrl: (name: string) => databaseOf(context, name),
    urlOf: (name: string, path: string) => urlOf(name) + path,
    /** Starts these services (or all) and waits until they are ready. */
    async start(...names: string[]) {
      const starting = plans
        .filter((plan) => names.includes(plan.name))
        .map(({ name, file, env }) => {
          const child = fork(file, { execArgv: [], env: env as NodeJS.ProcessEnv, stdio: 'inherit' })
          children.push(child)
          running.set(name, child)
          return new Promise((ready, reject) => {
            child.on('message', ({ type }: { type: string }) => type === 'ready' && ready(0))
            child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
          })
        })
      await Promise.all(starting)
    },
    /** Kills all processes at once. */
    async kill() {
      const ending = [...running.values()].filter(
        ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
      )
      for (const child of ending) child.kill('SIGKILL')
      await Promise.all(ending.map((child) => once(child, 'exit')))
      running.clear()
    },
    async stop(...names: string[]) {
      for (const name of names) {
        const child = running.get(name) as ChildProcess
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
    },
    ...callsTo(urlOf),
  }
}
