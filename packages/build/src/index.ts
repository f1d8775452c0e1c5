export { type AreaBuildOptions, defineAreaBuild } from './area-build.ts'
export { defineShellBuild } from './shell-build.ts'
