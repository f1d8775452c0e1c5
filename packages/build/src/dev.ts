import path from 'node:path'
import { parseArgs } from 'node:util'
import { serveFrontEnd } from './serve.ts'

function readEnvironment(): Record<string, string> {
  const { values } = parseArgs({
    options: { suite: { type: 'string' }, env: { type: 'string', multiple: true, default: [] } },
  })
  const named = values.env.map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return [name, value.join('=')]
  })
  return {
    ...Object.fromEntries(named),
    ...(values.suite === undefined ? {} : { suite: new URL(values.suite).origin }),
  }
}

function addressOf({ suite }: Record<string, string>, folder: string, port: number): string {
  const from = `http://localhost:${port}`
  const develop = path.basename(folder).replace('mf-', '')
  return suite === undefined ? from : `${suite}/?${new URLSearchParams({ develop, from })}`
}

try {
  const folder = process.cwd()
  const env = readEnvironment()
  const port = await serveFrontEnd(folder, env)
  process.stdout.write(`Ready: ${addressOf(env, folder, port)}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
