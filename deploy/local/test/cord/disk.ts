import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const BYTES = 1024 ** 3

/** `EXT4_IOC_SHUTDOWN` with `NOLOGFLUSH`: from now on nothing is written any more, and what was not synced is lost. */
const SHUT_DOWN =
  'open my $d, "<", $ARGV[0] or die $!; my $how = pack("L", 2); ioctl($d, 0x8004587D, $how) or die "not shut down: $!"'

function run(program: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`)
}

/** The kernel may still close files of a process that was killed. */
const MOST_TRIES = 100
const PAUSE_MS = 100

async function unmount(path: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return run('umount', path)
    } catch (error) {
      if (tries === MOST_TRIES) throw error
      await delay(PAUSE_MS)
    }
  }
}

/** A disk that loses its power. */
export interface Disk {
  path: string
  /** Pulls the cord: unsynced writes are gone, and no write gets through any more. */
  cut(): void
  /** Gives it power again, once no process has files of it open. */
  restart(): Promise<void>
  remove(): Promise<void>
}

/** A file system of its own in a file in `folder`; needs the rights to mount one. */
export function createDisk(folder: string): Disk {
  const [image, path] = [join(folder, 'disk.img'), join(folder, 'disk')]
  writeFileSync(image, '')
  truncateSync(image, BYTES)
  mkdirSync(path)
  run('mkfs.ext4', '-q', '-F', image)
  const mount = () => run('mount', '-o', 'loop', image, path)
  mount()
  return {
    path,
    cut: () => run('perl', '-e', SHUT_DOWN, path),
    async restart() {
      await unmount(path)
      mount()
    },
    async remove() {
      await unmount(path)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
