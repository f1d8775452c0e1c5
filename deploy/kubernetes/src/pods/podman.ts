import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../deployables.ts'

const run = promisify(execFile)

/** Everything of these pods: images, networks, volumes. */
export const folder: string = join(root, '.cache/pods')
const places = [
  '--root',
  join(folder, 'storage'),
  '--runroot',
  join(folder, 'run'),
  '--storage-driver',
  'overlay',
]

/** What works where cgroups and limits cannot be set, such as in a container. */
const CONFIGURATION = `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
network_config_dir = "${join(folder, 'networks')}"
`

const configuration = join(folder, 'containers.conf')

async function command(program: string, args: string[]): Promise<string> {
  const env = { ...process.env, CONTAINERS_CONF: configuration }
  const { stdout } = await run(program, [...places, ...args], { env, maxBuffer: 2 ** 26 })
  return stdout.trim()
}

export const podman = (...args: string[]): Promise<string> => command('podman', args)
export const buildah = (...args: string[]): Promise<string> => command('buildah', args)

/** Why pods cannot run here, if they cannot. */
export async function reasonNotToRun(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'only root may build and run them here'
  for (const program of ['podman', 'buildah', 'runc', 'iptables', 'mariadbd']) {
    const isThere = await run('which', [program]).then(
      () => true,
      () => false,
    )
    if (!isThere) return `${program} is not installed`
  }
  return undefined
}

export function prepareFolder(): void {
  mkdirSync(join(folder, 'networks'), { recursive: true })
  writeFileSync(configuration, CONFIGURATION)
}

/** Nothing of the pods stays but what is in `.cache/images`. */
export async function removeAll(): Promise<void> {
  await podman('pod', 'rm', '--all', '--force', '--time', '5')
  await podman('network', 'rm', '--force', 'mms').catch(() => {})
  await podman('rmi', '--all', '--force').catch(() => {})
  await run('umount', [join(folder, 'storage/overlay')]).catch(() => {})
  rmSync(folder, { recursive: true, force: true })
}
