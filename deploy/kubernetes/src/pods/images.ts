import { execFile } from 'node:child_process'
import { copyFileSync, cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { bundles, type Deployable, root } from '../deployables.ts'
import { buildah, folder } from './podman.ts'

const run = promisify(execFile)
const BASE = 'localhost/mms/base:local'
const PEOPLE = 'root:x:0:0::/:/sbin/nologin\nnonroot:x:65532:65532::/:/sbin/nologin\n'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

function copyFile(file: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(file, to)
}

/** Of the C library what Node does not load itself: for addons, and to look up names. */
const REST_OF_C = '/lib/*-linux-gnu/lib{rt,resolv,nss_dns,nss_files}.so.?'

/** Copies a program of this machine with the libraries that it loads; they are where the loader looks for them. */
async function copyProgram(program: string, rootFolder: string, to: string): Promise<void> {
  const { stdout } = await run('ldd', [program])
  for (const library of stdout.match(/\/\S+/g) ?? []) copyFile(library, join(rootFolder, library))
  copyFile(program, join(rootFolder, to))
}

async function build(name: string, context: string, dockerfile: string, args: Record<string, string> = {}) {
  const given = Object.entries(args).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`])
  const options = ['--isolation', 'chroot', '--layers', '--file', dockerfile, ...given]
  await buildah('build', ...options, '--tag', `localhost/mms/${name}`, context)
}

/** In the place of the registry's: what this machine has of Node and C, and nothing else. */
async function buildBase(): Promise<void> {
  const context = join(folder, 'base')
  const files = join(context, 'root')
  for (const path of ['etc', 'tmp', 'srv', 'proc', 'sys', 'dev', 'run'])
    mkdirSync(join(files, path), { recursive: true })
  await copyProgram(process.execPath, files, '/nodejs/bin/node')
  copyFile(CERTIFICATES, join(files, CERTIFICATES))
  for (const library of globSync(REST_OF_C)) copyFile(library, join(files, library))
  writeFileSync(join(files, 'etc/passwd'), PEOPLE)
  writeFileSync(join(files, 'etc/nsswitch.conf'), 'hosts: files dns\n')
  const dockerfile = join(context, 'Dockerfile')
  writeFileSync(dockerfile, 'FROM scratch\nCOPY root /\nENV PATH=/nodejs/bin\n')
  await build('base:local', context, dockerfile)
}

/** A database for trying, of this machine's MariaDB: `init.sql` makes what is in it. */
async function buildMariaDb(): Promise<void> {
  const context = join(folder, 'mariadb')
  const files = join(context, 'root')
  await copyProgram('/usr/sbin/mariadbd', files, '/usr/sbin/mariadbd')
  cpSync('/usr/share/mysql', join(files, 'usr/share/mysql'), { recursive: true, dereference: true })
  const template = join(files, 'template')
  await run('mariadb-install-db', [
    ...['--no-defaults', `--datadir=${template}`, '--user=root', '--skip-test-db'],
    '--auth-root-authentication-method=normal',
  ])
  cpSync(join(root, 'deploy/kubernetes/images/mariadb.js'), join(files, 'mariadb.js'))
  await run('chmod', ['-R', 'a+rX', files])
  const dockerfile = join(context, 'Dockerfile')
  const lines = [`FROM ${BASE}`, 'COPY root /', 'ENTRYPOINT ["/nodejs/bin/node", "/mariadb.js"]']
  writeFileSync(dockerfile, lines.join('\n'))
  await build('mariadb:local', context, dockerfile)
  rmSync(context, { recursive: true })
}

/** Builds the images of everything that was bundled, the way a registry's are built. */
export async function buildImages(deployables: Deployable[]): Promise<void> {
  await buildBase()
  await buildMariaDb()
  for (const { name, kind } of deployables) {
    const file = kind === 'service' || kind === 'gateway' ? 'server' : 'front-end'
    const dockerfile = join(root, `deploy/kubernetes/images/${file}.Dockerfile`)
    await build(`${name}:local`, dirname(bundles), dockerfile, { BUILDER: BASE, BASE, NAME: name })
  }
}
