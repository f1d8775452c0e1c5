import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const BYTES = 1024 ** 3

/** `EXT4_IOC_SHUTDOWN` with `NOLOGFLUSH`: nothing is written from then on, and unsynced data is lost. */
const SHUT_DOWN =
  'open my $d, "<", $ARGV[0] or die $!; my $how = pack("L", 2); ioctl($d, 0x8004587D, $how) or die "not shut down: $!"'

function run(program: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`)
}

/** The kernel may still be closing files of a killed process. */
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

/** A disk whose power can be cut. */
export interface Disk {
  path: string
  /** Cuts the power: unsynced data is lost, and further writes fail. */
  cut(): void
  /** Restores power. No process may have files on it open. */
  restart(): Promise<void>
  remove(): Promise<void>
}

/** Creates a file system in a file in `folder`. Needs the right to mount it. */
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
