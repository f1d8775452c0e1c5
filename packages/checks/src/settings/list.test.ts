import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { root } from '../root.ts'
import { readDeclared } from './declared.ts'
import { checkSettings } from './list.ts'

test('every setting says what it means, and the document is that of the code', async () => {
  expect(await checkSettings(root)).toEqual([])
})

test('names, defaults and meanings come from the declaration; one without a comment is named', async () => {
  const folder = mkdtempSync(join(root, 'packages/checks/.settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const text = `import { z } from 'zod'
export const settings = z.object({
  /** Hours a mail
   * may wait. */
  MAIL_HOURS: z.coerce.number().default(8).transform((hours) => hours * 60),
  /** Whom it goes to. */
  MAIL_TO: z.string(),
  MAIL_FROM: z.string().optional(),
}).transform((given) => given)`
  writeFileSync(join(folder, 'config.ts'), text)
  const source = { title: 'mails', file: 'config.ts', exported: 'settings' }
  expect(await readDeclared(folder, source, { PORT: z.string() })).toEqual({
    ...source,
    shared: [],
    settings: [
      { name: 'MAIL_HOURS', standard: '`8`', meaning: 'Hours a mail may wait.' },
      { name: 'MAIL_TO', standard: 'required', meaning: 'Whom it goes to.' },
      { name: 'MAIL_FROM', standard: 'none', meaning: '' },
    ],
    problems: ['config.ts: say in a comment above MAIL_FROM what it means'],
  })
})
