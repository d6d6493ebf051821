# The image serves Cairn against a Postgres of its own (DATABASE_URL) or the built-in one in the volume /data.
#
# A tag can come to mean another image. To pin the base, look its digest up where images can be fetched
# (`docker buildx imagetools inspect node:24-bookworm-slim`) and build with `--build-arg BASE=node:24-bookworm-slim@sha256:…`.
# Whatever the base is, it has Node 20.19 or newer, glibc, tar and the user node.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /project
COPY . .
RUN npm run release -- /release.tar.gz && mkdir /release && tar -xzf /release.tar.gz --strip-components=1 -C /release

FROM ${BASE}
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 CAIRN_DATA_DIR=/data
COPY --from=build /release ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# A start may wait for its database and migrate it. compose.yaml says the same.
HEALTHCHECK --interval=10s --timeout=3s --start-period=2m --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "cairn.mjs"]
