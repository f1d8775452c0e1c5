import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { cleanUp, temporaryFolder } from '../../test/support.ts'
import { watchFiles } from './watch-files.ts'

const patiently = { timeout: 15_000 }

afterEach(cleanUp)

function watchOne() {
  const folder = temporaryFolder()
  const file = join(folder, 'rules.ts')
  writeFileSync(file, 'export const rule = 1')
  const onChange = vi.fn()
  const files = watchFiles(onChange)
  onTestFinished(() => files.close())
  files.add(file)
  return { folder, file, onChange }
}

test('reports a written file once, however many writes it took', async () => {
  const { file, onChange } = watchOne()
  for (const text of ['', 'export const', 'export const rule = 2']) writeFileSync(file, text)
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), patiently)
})

test('reports a file that an editor replaced, again and again', async () => {
  const { folder, file, onChange } = watchOne()
  for (const times of [1, 2]) {
    writeFileSync(join(folder, '.rules.ts.new'), `export const rule = ${times}`)
    renameSync(join(folder, '.rules.ts.new'), file)
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(times), patiently)
  }
})

test('says nothing of what lies beside it', async () => {
  const { folder, file, onChange } = watchOne()
  writeFileSync(join(folder, 'notes.md'), 'a note')
  writeFileSync(file, 'export const rule = 3')
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), patiently)
  expect(onChange).toHaveBeenCalledTimes(1)
})
