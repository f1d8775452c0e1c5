import { copyFileSync, cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundles, type Deployable, root } from '../deployables.ts'
import { buildah, folder, run } from './podman.ts'

export const BASE = 'localhost/mms/base:local'
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

async function build(
  image: string,
  context: string,
  dockerfile: string,
  ...options: string[]
): Promise<void> {
  const fixed = ['--isolation', 'chroot', '--layers', '--file', dockerfile]
  await buildah('build', ...fixed, ...options, '--tag', `localhost/mms/${image}`, context)
}

/** In the place of the registry's: what this machine has of Node and C, and nothing else. */
export async function buildBase(): Promise<void> {
  const context = join(folder, 'base')
  const files = join(context, 'root')
  for (const path of ['etc', 'tmp', 'srv', 'proc', 'sys', 'dev', 'run'])
    mkdirSync(join(files, path), { recursive: true })
  await copyProgram(process.execPath, files, '/nodejs/bin/node')
  copyFile(CERTIFICATES, join(files, CERTIFICATES))
  for (const library of globSync(REST_OF_C)) copyFile(library, join(files, library))
  writeFileSync(join(files, 'etc/passwd'), PEOPLE)
  // There is no name server: a name that is not in the file is refused at once.
  writeFileSync(join(files, 'etc/nsswitch.conf'), 'hosts: files\n')
  const dockerfile = join(context, 'Dockerfile')
  writeFileSync(dockerfile, 'FROM scratch\nCOPY root /\nENV PATH=/nodejs/bin\n')
  await build('base:local', context, dockerfile)
  rmSync(context, { recursive: true })
}

/** A database for trying, of this machine's MariaDB: `init.sql` makes what is in it. */
export async function buildMariaDb(): Promise<void> {
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

const isServer = ({ kind }: Deployable) => kind === 'service' || kind === 'gateway'

interface ImageOptions {
  tag: string
  /** Whose bundles it is made of. */
  repository?: string
  /** The image whose files it has too, and the stage of the Dockerfile. */
  previous?: string
  target?: string
}

/** An image of what was bundled, the way a registry's are built. Its label makes it another one than that of another tag. */
export async function buildImage(deployable: Deployable, options: ImageOptions): Promise<void> {
  const { name } = deployable
  const { tag, repository = root, previous, target } = options
  const file = isServer(deployable) ? 'server' : 'front-end'
  const dockerfile = join(root, `deploy/kubernetes/images/${file}.Dockerfile`)
  const args = [
    `BUILDER=${BASE}`,
    `BASE=${BASE}`,
    `NAME=${name}`,
    ...(previous ? [`PREVIOUS=${previous}`] : []),
  ]
  await build(
    `${name}:${tag}`,
    dirname(bundles.replace(root, repository)),
    dockerfile,
    ...args.flatMap((arg) => ['--build-arg', arg]),
    ...(target ? ['--target', target] : []),
    ...['--label', `release=${tag}`],
  )
}
