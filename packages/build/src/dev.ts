import path from 'node:path'
import { parseArgs } from 'node:util'
import { serveFrontEnd } from './serve.ts'

/**
 * `npm run dev` of a front end, in whose folder it is started: `--suite https://…` for the page of a running suite,
 * `--env name=value` for all else (see `Environment`).
 */
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

const folder = process.cwd()
const env = readEnvironment()
const port = await serveFrontEnd(folder, env)
const address = `http://localhost:${port}`
if (env.suite === undefined) {
  process.stdout.write(`Ready: ${address}\n`)
} else {
  const wanted = new URLSearchParams({ develop: path.basename(folder).replace('mf-', ''), from: address })
  process.stdout.write(`Ready: ${address}, for ${env.suite}/?${wanted}\n`)
}
