# Two stages: packages are installed where npm is, and only what runs is kept.
# By digest, so that a build takes what was looked at: Node 24.18.1 for amd64, arm64 and ppc64le, as docker-library/repo-info
# lists it (30 July 2026). To renew both: docker buildx imagetools inspect node:24-bookworm-slim
FROM node:24-bookworm-slim@sha256:235600a8101ab264e117b1768e925532262668dc9b581ef1dd7d96ced463b8e7 AS packages
WORKDIR /crosstape
COPY package.json package-lock.json .npmrc ./
# The image brings its own Node, so the runtime packages (optional) stay out.
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM node:24-bookworm-slim@sha256:235600a8101ab264e117b1768e925532262668dc9b581ef1dd7d96ced463b8e7
WORKDIR /crosstape
COPY --from=packages /crosstape/node_modules node_modules
COPY package.json CHANGELOG.md LICENSE ./
COPY src src
COPY simulator simulator
COPY docs docs
COPY web web
COPY client client
COPY clients/python clients/python

# MALLOC_SETTINGS of bin/runtime.js, which says why.
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    MALLOC_TRIM_THRESHOLD_=131072 \
    CROSSTAPE_HOST=0.0.0.0 \
    CROSSTAPE_DATA_DIR=/data
# A numeric user, so that an orchestrator can check that it is not root. Compiled sources are kept for the next start.
RUN mkdir -p /data node_modules/.cache && chown 1000:1000 /data node_modules/.cache
USER 1000:1000
VOLUME /data
EXPOSE 8080 8081

HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/api/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=8", "--heap-growing-percent=20", "src/main.js"]
CMD ["serve"]
