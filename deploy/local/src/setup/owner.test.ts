import { chownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { endServices, planSuite } from '../../test/services.ts'
import { cleanUp, runProgram, temporaryFolder } from '../../test/support.ts'
import { createKeyFile } from '../backup/archive.ts'

const OWNER = 65_534

afterEach(async () => {
  endServices()
  await cleanUp()
})

const pathsIn = (folder: string) => [
  folder,
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
]

// Only root can be someone else than the owner.
for (const name of process.getuid?.() === 0 ? ['a backup', 'a restore'] : []) {
  test(`${name} by root leaves nothing in the data folder that its owner cannot open`, async () => {
    const suite = await planSuite(undefined)
    const [to, key] = [join(temporaryFolder(), 'backups'), join(temporaryFolder(), 'key')]
    await createKeyFile(key)
    const env = { ...suite.env, BACKUP_TO: to, BACKUP_KEY_FILE: key }
    await suite.start('identity')
    await suite.stop('identity')
    const folder = suite.config.DATA_DIR
    for (const path of pathsIn(folder)) chownSync(path, OWNER, OWNER)
    expect(await runProgram('backup/main.ts', [], env)).toMatchObject({ code: 0 })
    if (name === 'a restore') {
      const [file = ''] = readdirSync(to)
      expect(await runProgram('backup/restore.ts', [join(to, file)], env)).toMatchObject({ code: 0 })
    }
    const made = [...pathsIn(folder), ...pathsIn(to)]
    expect(made.filter((path) => statSync(path).uid !== OWNER)).toEqual([])
  })
}
