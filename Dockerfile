# The image serves Cairn against a Postgres of its own (DATABASE_URL) or the built-in one in the volume /data.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/auth/package.json packages/auth/
COPY packages/data-api/package.json packages/data-api/
COPY packages/delivery/package.json packages/delivery/
COPY packages/jobs/package.json packages/jobs/
COPY packages/postgres/package.json packages/postgres/
COPY packages/testing/package.json packages/testing/
COPY packages/workspace/package.json packages/workspace/
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 CAIRN_DATA_DIR=/data
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/apps/server/dist apps/server/dist
COPY --from=build /app/apps/web/dist apps/web/dist
COPY --from=build /app/packages packages
COPY --from=build /app/supabase supabase
COPY --from=build /app/package.json package.json
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/server/dist/main.js"]
