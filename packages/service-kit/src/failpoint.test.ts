import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { StartupError } from './config.ts'
import { armFailpoint, failpoint } from './failpoint.ts'

const run = promisify(execFile)
const module = new URL('./failpoint.ts', import.meta.url).href

function script(armed: string, reached: string): string {
  return `import { armFailpoint, failpoint } from '${module}'
    armFailpoint({ NODE_ENV: 'test', FAILPOINT: '${armed}' })
    failpoint('${reached}')
    process.stdout.write('went on')`
}

const start = (code: string) => run(process.execPath, ['--input-type=module', '--eval', code])

describe('failpoints', () => {
  it('kill the process at the armed step', async () => {
    await expect(start(script('kill:a.b', 'a.b'))).rejects.toMatchObject({ signal: 'SIGKILL', stdout: '' })
  })

  it('leave every other step alone', async () => {
    await expect(start(script('kill:a.b', 'a.c'))).resolves.toMatchObject({ stdout: 'went on' })
  })

  it('do nothing unless armed', () => {
    armFailpoint({ NODE_ENV: 'production' })
    expect(() => failpoint('a.b')).not.toThrow()
  })

  it.each([
    { NODE_ENV: 'production', FAILPOINT: 'kill:a.b' },
    { NODE_ENV: 'test', FAILPOINT: 'a.b' },
  ])('refuse to be armed by $FAILPOINT in $NODE_ENV', (settings) => {
    expect(() => armFailpoint(settings)).toThrow(StartupError)
  })
})
