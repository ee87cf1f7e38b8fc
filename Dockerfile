# copperhead with Node, git and KiCad: checks and compares designs in CI, without a model. See docs/ci.md.
#   docker build --tag copperhead .
#   docker run --rm --volume "$PWD:/repository" copperhead check

FROM node:22-trixie-slim AS package
WORKDIR /copperhead
COPY . .
RUN npm ci && npm pack --ignore-scripts --pack-destination /package

FROM node:22-trixie-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends git kicad kicad-symbols kicad-footprints \
  && rm -rf /var/lib/apt/lists/*
COPY --from=package /package /package
RUN npm install --global /package/*.tgz && rm -rf /package
# The repository belongs to whoever mounts it.
RUN git config --system --add safe.directory '*'
USER node
WORKDIR /repository
ENTRYPOINT ["copperhead"]
CMD ["check"]
