# The files of an area or the shell: docker build -f deploy/kubernetes/images/front-end.Dockerfile --build-arg NAME=mf-sales .
# The first stage is the same for all images, so that a builder makes it once. Where the context has bundles
# already, as `npm run pods` gives it, it only hands them on.
# With PREVIOUS=registry/mms/mf-sales:0.3.0 the image has the files of that one too, for tabs that are open. While pods of
# both run, a page may be given by one and ask the other for its scripts, so that two images are rolled out, one after
# the other: `--target files` has all files and still gives the pages of the previous one; the whole gives its own.
ARG BUILDER=docker.io/library/node:24.21.0-bookworm
ARG BASE=gcr.io/distroless/nodejs24-debian12:nonroot
ARG PREVIOUS=${BASE}

FROM ${BUILDER} AS build
WORKDIR /suite
COPY . .
RUN ["node", "-e", "fs.existsSync('bundles') || child_process.execSync('npm ci && npm run build && npm run bundle && mv .cache/images/bundles .', { stdio: 'inherit' })"]

FROM ${PREVIOUS} AS previous
WORKDIR /srv

FROM ${BASE} AS files
ARG NAME
COPY --from=build /suite/bundles/${NAME}/sbom.cdx.json /suite/bundles/${NAME}/licences.txt /
COPY --from=build /suite/bundles/${NAME}/app /app
COPY --from=build /suite/bundles/${NAME}/srv /srv
COPY --from=previous /srv /srv
USER 65532:65532
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
EXPOSE 8080
ENTRYPOINT ["/nodejs/bin/node", "--max-semi-space-size=4"]
CMD ["/app/files.js"]

FROM files
ARG NAME
COPY --from=build /suite/bundles/${NAME}/srv /srv
