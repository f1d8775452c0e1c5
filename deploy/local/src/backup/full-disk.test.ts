import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ofEveryProgram } from '@mms/service-kit/test-support'
import { afterEach, expect, test } from 'vitest'
import { cleanUp, temporaryFolder } from '../../test/support.ts'
import { createKeyFile } from './key.ts'

const SLOW = { timeout: 120_000 }
const KIB = 1024
/** A name space of mounts of its own: what is mounted in it is gone with its last process. */
const unshare = ['unshare', process.getuid?.() === 0 ? '-m' : '-rm'] as const
const mayMount = spawnSync(unshare[0], [unshare[1], 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

/** Backs up to a disk of 1 MiB, then of more than it takes, then lists what is there and reads it again. */
const script = `
mount -t tmpfs -o size=1m,mode=700 tmpfs "$BACKUP_TO" || exit 9
cp "$SMALL" "$DATA_DIR/inventory.sqlite"; "$@" || exit 8
cp "$BIG" "$DATA_DIR/inventory.sqlite"; "$@"; echo "ended with $?"
echo "files: $(ls "$BACKUP_TO" | wc -l), begun: $(ls "$BACKUP_TO" | grep -c part)"
echo "left: $(cd "$DATA_DIR" && ls -d backup-copies-* backup.lock 2>/dev/null)"
"$@" --verify`

afterEach(cleanUp)

/** A database with so many bytes that no compression makes fewer. */
function makeDatabase(bytes: number): string {
  const file = join(temporaryFolder(), 'inventory.sqlite')
  const db = new DatabaseSync(file)
  db.exec('create table boxes (content blob)')
  db.prepare('insert into boxes values (?)').run(randomBytes(bytes))
  db.close()
  return file
}

// Where no disk may be mounted, as in some containers, there is none to fill.
for (const size of mayMount ? [2 * KIB * KIB] : []) {
  test('a disk that fills during a backup: a sentence, and the one before it stays good', SLOW, () => {
    const keyFile = join(temporaryFolder(), 'key')
    createKeyFile(keyFile)
    const env = {
      ...{ ...ofEveryProgram(), DATA_DIR: temporaryFolder(), BACKUP_TO: temporaryFolder() },
      ...{ BACKUP_KEY_FILE: keyFile, SMALL: makeDatabase(64 * KIB), BIG: makeDatabase(size) },
    }
    const command = [process.execPath, join(import.meta.dirname, 'main.ts')]
    const { stdout, stderr, status } = spawnSync(
      unshare[0],
      [unshare[1], 'sh', '-c', script, 'sh', ...command],
      { env, encoding: 'utf8' },
    )
    expect(stderr).toMatch(/^The disk is full or broken: .+\n$/)
    expect(stdout).toContain('ended with 1\nfiles: 1, begun: 0\nleft: \n')
    expect(stdout).toMatch(/ is whole: of 2.+, 1 databases with 1 rows, \d files\.\n$/)
    expect(status).toBe(0)
  })
}
