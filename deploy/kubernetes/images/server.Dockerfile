# A service or the gateway: docker build -f deploy/kubernetes/images/server.Dockerfile --build-arg NAME=sales .
# The first stage is the same for all images, so that a builder makes it once. Where the context has bundles
# already, as `npm run pods` gives it, it only hands them on.
ARG BUILDER=docker.io/library/node:24.21.0-bookworm
ARG BASE=gcr.io/distroless/nodejs24-debian12:nonroot

FROM ${BUILDER} AS build
WORKDIR /suite
COPY . .
RUN ["node", "-e", "fs.existsSync('bundles') || child_process.execSync('npm ci && npm run build && npm run bundle && mv .cache/images/bundles .', { stdio: 'inherit' })"]

FROM ${BASE}
ARG NAME
COPY --from=build /suite/bundles/${NAME}/sbom.cdx.json /suite/bundles/${NAME}/licences.txt /
COPY --from=build /suite/bundles/${NAME}/app /app
USER 65532:65532
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 PATH=/nodejs/bin:$PATH
EXPOSE 8080
ENTRYPOINT ["/nodejs/bin/node", "--max-semi-space-size=4"]
CMD ["/app/main.js"]
