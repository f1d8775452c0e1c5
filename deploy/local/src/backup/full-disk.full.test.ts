import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ofEveryProgram } from '@mms/service-kit/test-support'
import { afterEach, expect, test } from 'vitest'
import { cleanUp, temporaryFolder } from '../../test/support.ts'
import { createKeyFile } from './archive.ts'

const KIB = 1024
/** A mount namespace of its own, which ends with its last process. */
const unshare = ['unshare', process.getuid?.() === 0 ? '-m' : '-rm'] as const
const mayMount = spawnSync(unshare[0], [unshare[1], 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

/** Mounts a small disk and backs up. Backs up more than fits, then lists and verifies the backups. */
const script = `
mount -t tmpfs -o size=$SIZE,mode=700 tmpfs "$DISK" || exit 9
cp "$SMALL" "$DATA_DIR/inventory.sqlite"; "$@" || exit 8
cp "$BIG" "$DATA_DIR/inventory.sqlite"; "$@"; echo "ended with $?"
echo "files: $(ls "$BACKUP_TO" | wc -l), begun: $(ls "$BACKUP_TO" | grep -c part)"
echo "left: $(cd "$DATA_DIR" && ls -d backup-work backup.lock 2>/dev/null)"
"$@" --verify`

afterEach(cleanUp)

function makeDatabase(bytes: number): string {
  const file = join(temporaryFolder(), 'inventory.sqlite')
  const db = new DatabaseSync(file)
  db.exec('create table boxes (content blob)')
  db.prepare('insert into boxes values (?)').run(randomBytes(bytes))
  db.close()
  return file
}

const disks = [
  ['of the backups', 'BACKUP_TO', '1m'],
  ['of the data', 'DATA_DIR', '3m'],
] as const

// Skipped where mounting is not allowed, as in some containers.
for (const [name, place, size] of mayMount ? disks : []) {
  test(`the disk ${name} fills during a backup: a sentence, and the backup before it stays good`, async () => {
    const keyFile = join(temporaryFolder(), 'key')
    await createKeyFile(keyFile)
    const folders = { DATA_DIR: temporaryFolder(), BACKUP_TO: temporaryFolder() }
    const env = {
      ...{ ...ofEveryProgram(), ...folders, DISK: folders[place], SIZE: size },
      ...{ BACKUP_KEY_FILE: keyFile, SMALL: makeDatabase(64 * KIB), BIG: makeDatabase(2 * KIB * KIB) },
    }
    const command = [process.execPath, join(import.meta.dirname, 'main.ts')]
    const { stdout, stderr, status } = spawnSync(
      unshare[0],
      [unshare[1], 'sh', '-c', script, 'sh', ...command],
      { env, encoding: 'utf8' },
    )
    expect(stderr).toMatch(/^The disk is full or broken: .+\n$/)
    expect(stdout).toContain('ended with 1\nfiles: 1, begun: 0\nleft: \n')
    expect(stdout).toMatch(/ is whole: of 2.+, 1 databases with 1 rows\.\n$/)
    expect(status).toBe(0)
  })
}
