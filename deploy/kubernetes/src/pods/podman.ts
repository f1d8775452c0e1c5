import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { render } from '../policy/render.ts'

export const run = promisify(execFile)

/** Everything of these pods: images, networks, volumes. In memory, and seen by the processes of this run alone. */
export const folder = '/run/pods'
export const NETWORK = 'mms'
/** The bridge of the first network that podman makes. */
const BRIDGE = 'podman1'

/** What works where cgroups and limits cannot be set, such as in a container. */
const CONFIGURATION = `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
[network]
network_backend = "netavark"
network_config_dir = "${join(folder, 'networks')}"
`
const configuration = join(folder, 'containers.conf')
const places = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]

function command(program: string, args: string[]) {
  const env = { ...process.env, CONTAINERS_CONF: configuration }
  const all = [...places, '--storage-driver', 'overlay', ...args]
  return run(program, all, { env, maxBuffer: 2 ** 26 })
}

export const podman = async (...args: string[]): Promise<string> =>
  (await command('podman', args)).stdout.trim()
export const buildah = (...args: string[]): Promise<unknown> => command('buildah', args)

/** The newest lines that a container wrote, in its standard output and then in its standard error. */
export async function logsOf(container: string, lines: number): Promise<string> {
  const { stdout, stderr } = await command('podman', ['logs', '--tail', String(lines), container])
  return `${stdout}${stderr}`.trim()
}

/**
 * Gives the bridge a MAC address of its own. Else it has the lowest of its ports': when that pod goes, the other pods send
 * to one that is gone until they ask for it again.
 */
export async function fixBridge(): Promise<void> {
  await run('ip', ['link', 'set', BRIDGE, 'address', '02:00:00:00:00:01'])
}

/** What builds and runs pods, and the Debian packages that bring it. */
const programs: Record<string, string> = {
  '/usr/bin/podman': 'podman',
  '/usr/bin/buildah': 'buildah',
  '/usr/sbin/runc': 'runc',
  '/usr/lib/podman/netavark': 'netavark',
  '/usr/libexec/podman/catatonit': 'catatonit',
  '/usr/sbin/iptables': 'iptables',
  '/bin/ip': 'iproute2',
  '/usr/sbin/mariadbd': 'mariadb-server-core',
}

function noNamespaces(): string | undefined {
  const { status, stderr } = spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', 'true'], {
    encoding: 'utf8',
  })
  return status === 0 ? undefined : stderr.trim()
}

function noKubectl(): string | undefined {
  try {
    render('local')
    return undefined
  } catch (error) {
    return (error as Error).message.split('\n')[0]
  }
}

/** Why pods cannot run here, as far as it can be seen without a try. */
export function reasonNotToTry(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root may build and run them'
  const missing = Object.keys(programs).filter((program) => !existsSync(program))
  if (missing.length > 0)
    return `missing: apt-get install --no-install-recommends ${missing.map((program) => programs[program]).join(' ')}`
  return noNamespaces() ?? noKubectl()
}

export function prepareFolder(): void {
  mkdirSync(join(folder, 'networks'), { recursive: true })
  writeFileSync(configuration, CONFIGURATION)
}
