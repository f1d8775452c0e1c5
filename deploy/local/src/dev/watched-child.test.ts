import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { cleanUp, temporaryFolder } from '../../test/support.ts'
import { createWatchedChild } from './watched-child.ts'

const patiently = { timeout: 30_000 }

afterEach(cleanUp)

/** Starts a process that prints an imported word when it is ready. */
async function startTeller() {
  const folder = temporaryFolder()
  const word = join(folder, 'word.ts')
  const said = join(folder, 'said')
  writeFileSync(word, "export const word: string = 'one'")
  writeFileSync(
    join(folder, 'main.ts'),
    `import { writeFileSync } from 'node:fs'
import { word } from './word.ts'
writeFileSync(${JSON.stringify(said)}, word)
process.send!({ type: 'ready' })
process.on('disconnect', () => process.exit())`,
  )
  const printed: string[] = []
  const plan = { name: 'teller', file: join(folder, 'main.ts'), env: { PATH: process.env.PATH } }
  const options = { logFolder: folder, print: (line: string) => void printed.push(line), onMessage: () => {} }
  const child = createWatchedChild(plan, options, [])
  onTestFinished(() => child.stop(1_000))
  await child.start()
  return { word, printed, said: () => readFileSync(said, 'utf8') }
}

test('a process runs again when a file that it imports was changed', async () => {
  const { word, said, printed } = await startTeller()
  expect(said()).toBe('one')
  writeFileSync(word, "export const word: string = 'two'")
  await expect.poll(said, patiently).toBe('two')
  await expect.poll(() => printed, patiently).toEqual(['teller runs what was changed.'])
})
